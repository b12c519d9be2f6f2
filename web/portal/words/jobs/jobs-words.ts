import type { words } from './en-US.ts'

export type JobsWords = typeof words
