// pure

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset of a zone at an instant, in minutes. */
function offsetAt(ms: number, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

const MINUTE_MS = 60_000

/**
 * The first moment of a calendar day in a zone, with its offset: 2026-03-29T00:00:00+01:00. Where the clock skips midnight, the
 * day begins later; where it is there twice, at the first.
 */
export function midnight(date: string, zone: string): string {
  const local = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(local)) return ''
  // The offset before and after the midnight: the earlier instant of the two counts, if it is that midnight.
  const offsets = [offsetAt(local - 26 * 60 * MINUTE_MS, zone), offsetAt(local + 26 * 60 * MINUTE_MS, zone)]
  const instants = offsets
    .map((minutes) => local - minutes * MINUTE_MS)
    .filter((ms) => offsetAt(ms, zone) * MINUTE_MS === local - ms)
  // Skipped: by the offset before it, the midnight names the first moment after the gap.
  const at = instants.length > 0 ? Math.min(...instants) : local - (offsets[0] ?? 0) * MINUTE_MS
  const offset = offsetAt(at, zone)
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19)
  return `${shown}${offsetText(offset)}`
}

function offsetText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const absolute = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}
