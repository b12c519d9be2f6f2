import type { words } from './en-US.ts'

export type DevelopersWords = typeof words
