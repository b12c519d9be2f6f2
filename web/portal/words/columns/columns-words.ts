import type { words } from './en-US.ts'

export type ColumnsWords = typeof words
