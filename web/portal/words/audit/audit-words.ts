import type { words } from './en-US.ts'

export type AuditWords = typeof words
