import type { words } from './en-US.ts'

export type ReportsWords = typeof words
