import { createContext, use } from 'react'
import type { Language } from '../../../src/kernel/language.ts'
import type { Words } from './words.ts'

export type Wording = {
  readonly language: Language
  readonly words: Words
  /** Loads the texts of another language and shows them. */
  readonly setLanguage: (language: Language) => Promise<void>
}

export const WordingContext = createContext<Wording | undefined>(undefined)

function useWording(): Wording {
  const wording = use(WordingContext)
  if (wording === undefined) throw new Error('Texts are used below their provider.')
  return wording
}

/** The texts of one area. */
export function useWords<Area extends keyof Words>(area: Area): Words[Area] {
  return useWording().words[area]
}

export function useLanguage(): Language {
  return useWording().language
}

export function useSetLanguage(): Wording['setLanguage'] {
  return useWording().setLanguage
}
