import type { words } from './en-US.ts'

export type RequestsWords = typeof words
