import { hostname } from 'node:os'
import { HEARTBEATS, heartbeatKey } from '../place/layout.ts'
import { type BackupPlace, readIfThere } from '../place/place.ts'

export const HEARTBEAT_EVERY_MS = 60_000
/** A copy that was seen within this time may still run. */
const ALIVE = { minutes: 5 } as const

export type Heartbeat = { readonly copyId: string; readonly at: Temporal.Instant; readonly host: string }

/** Shows at the place that this copy of the installation runs. */
export async function beat(place: BackupPlace, { copyId, at }: Omit<Heartbeat, 'host'>): Promise<void> {
  const text = JSON.stringify({ copyId, at: at.toString(), host: hostname() })
  await place.put(heartbeatKey(copyId), Buffer.from(`${text}\n`))
}

/** The copies of the installation that were seen within five minutes. */
export async function copiesAlive(place: BackupPlace, now: Temporal.Instant): Promise<readonly Heartbeat[]> {
  const alive: Heartbeat[] = []
  for await (const { key } of place.list(HEARTBEATS)) {
    const heartbeat = readHeartbeat(await readIfThere(place, key))
    if (heartbeat !== undefined && Temporal.Instant.compare(heartbeat.at.add(ALIVE), now) > 0) alive.push(heartbeat)
  }
  return alive
}

/** Undefined if it is gone, or if somebody put something else there. */
function readHeartbeat(content: Buffer | undefined): Heartbeat | undefined {
  try {
    const { copyId, at, host } = JSON.parse(String(content)) as Record<string, unknown>
    return { copyId: String(copyId), at: Temporal.Instant.from(String(at)), host: String(host) }
  } catch {
    return undefined
  }
}
