// pure

/** The name of a segment of the write-ahead log: timeline, log, segment, each as eight hexadecimal digits. */
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
/** Segments have 16 MiB, so 256 of them make up a log. */
const SEGMENTS_OF_LOG = 0x100n

export type LogSegment = { readonly timeline: string; readonly position: bigint }

/** Undefined for other files, such as the history of a timeline. */
export function readSegment(name: string): LogSegment | undefined {
  const [, timeline, log, segment] = SEGMENT.exec(name) ?? []
  if (timeline === undefined || log === undefined || segment === undefined) return undefined
  return { timeline, position: BigInt(`0x${log}`) * SEGMENTS_OF_LOG + BigInt(`0x${segment}`) }
}

export function segmentName({ timeline, position }: LogSegment): string {
  const digits = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0')
  return `${timeline}${digits(position / SEGMENTS_OF_LOG)}${digits(position % SEGMENTS_OF_LOG)}`
}

/** Positions in the log are written as `0/3000028`; a segment has 16 MiB of it. */
const LSN = /^([0-9A-F]+)\/([0-9A-F]+)$/
const SEGMENT_BITS = 24n
/** Of the log that is archived; servers may have others. */
export const SEGMENT_BYTES = 2 ** Number(SEGMENT_BITS)

/** A position as the number of bytes of log before it. */
export function bytesBefore(lsn: string): bigint {
  const [, high = '0', low = '0'] = LSN.exec(lsn) ?? []
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The name of the segment in which a position of the log is. */
export function segmentAt(lsn: string, timeline: number): string {
  const position = bytesBefore(lsn) >> SEGMENT_BITS
  return segmentName({ timeline: timeline.toString(16).toUpperCase().padStart(8, '0'), position })
}

/** Whether a segment follows the last one without a gap. A new timeline begins in the segment where the old one ended. */
export function follows(last: LogSegment, next: LogSegment): boolean {
  if (next.position <= last.position) return true
  return next.position === last.position + 1n
}
