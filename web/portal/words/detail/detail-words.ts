import type { words } from './en-US.ts'

export type DetailWords = typeof words
