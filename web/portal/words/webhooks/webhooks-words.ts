import type { words } from './en-US.ts'

export type WebhooksWords = typeof words
