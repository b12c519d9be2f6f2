import type { words } from './en-US.ts'

export type AdministrationWords = typeof words
