import type { words } from './en-US.ts'

export type EditorWords = typeof words
