import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Language } from '../../../src/kernel/language.ts'
import { keepLook } from '../session/look.ts'
import { WordingContext } from './use-words.ts'
import { loadWords, type Words } from './words.ts'

type Props = { readonly language: Language; readonly words: Words; readonly children: ReactNode }

export function WordingProvider({ children, ...initial }: Props) {
  const [shown, setShown] = useState(initial)
  const setLanguage = useCallback(async (language: Language) => {
    const words = await loadWords(language)
    document.documentElement.lang = language
    keepLook({ language })
    setShown({ language, words })
  }, [])
  const wording = useMemo(() => ({ ...shown, setLanguage }), [shown, setLanguage])
  return <WordingContext value={wording}>{children}</WordingContext>
}
