import type { words } from './en-US.ts'

export type PeopleWords = typeof words
