import type { words } from './en-US.ts'

export type EntryWords = typeof words
