import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLanguage, type Language } from '../../../src/kernel/language.ts'
import { request } from '../api/request.ts'
import { useLanguage, useSetLanguage } from '../words/use-words.ts'
import { keepLook, showTheme, type Theme } from './look.ts'
import { sessionQuery, useSession } from './session.ts'

type Choices = { readonly language?: Language; readonly theme?: Theme | null }

/** Shows the person's language and theme in a browser that does not know them yet. */
export function useApplyChoices(): void {
  const { person } = useSession()
  const shown = useLanguage()
  const setLanguage = useSetLanguage()
  const { theme } = person
  const language = isLanguage(person.language ?? '') ? (person.language as Language) : null
  useEffect(() => showTheme(theme), [theme])
  useEffect(() => {
    if (language !== null) keepLook({ language })
    if (language !== null && language !== shown) void setLanguage(language)
  }, [language, shown, setLanguage])
}

/** Changes the person's own language or theme, here and wherever they sign in next. */
export function useChangeChoices(): (choices: Choices) => Promise<void> {
  const client = useQueryClient()
  return async (choices) => {
    const { queryKey } = sessionQuery
    client.setQueryData(queryKey, (session) => session && { ...session, person: { ...session.person, ...choices } })
    await request('/organizations/v1/profile', { method: 'PATCH', body: choices })
  }
}
