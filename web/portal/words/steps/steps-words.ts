import type { words } from './en-US.ts'

export type StepsWords = typeof words
