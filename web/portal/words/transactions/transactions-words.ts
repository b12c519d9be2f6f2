import type { words } from './en-US.ts'

export type TransactionsWords = typeof words
