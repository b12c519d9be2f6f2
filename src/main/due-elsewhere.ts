import type { RawBuilder } from 'kysely'
import { DUE_MESSAGES } from '../notifications/index.ts'

/** Work that a moved clock waits for and that is neither a job nor on the agenda: SQL such as `from … where …`. */
export const DUE_ELSEWHERE: readonly RawBuilder<unknown>[] = DUE_MESSAGES
