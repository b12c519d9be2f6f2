import type { words } from './en-US.ts'

export type SandboxWords = typeof words
