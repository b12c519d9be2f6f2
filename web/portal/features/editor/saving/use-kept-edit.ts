import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Api, useApi } from '../../../api/api.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { type KeptEdit, keptText, newerOf, readKept } from '../form/kept-edit.ts'

const PATH = '/portal/v1/edits'
const QUIET_MS = 2_000

type Edits = { readonly edits: readonly { readonly text: string }[] }

/** Text that was typed before, on this or another device, and not saved. */
const keptEditQuery = (api: Api, about: string) =>
  queryOptions({
    queryKey: [api.organizationId, 'edits', about],
    queryFn: async ({ signal }) => {
      const { edits } = (await api.get<Edits>(PATH, { query: { about }, signal })) as Edits
      return newerOf(readKept(edits[0]?.text), readKept(readLocal(api, about))) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Keeps typed text: in the tab immediately, on the server after two quiet seconds. */
export function useKeepTyped(about: string, form: UseFormReturn<EditorForm>, base: EditorForm | null) {
  const api = useApi()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOver = useRef(false)
  useEffect(() => {
    const keep = () => {
      if (isOver.current) return
      const text = keptText({ form: form.getValues(), base, at: new Date().toISOString() })
      writeLocal(api, about, text)
      clearTimeout(timer.current)
      // A failure loses nothing: the tab has the text, and the next key tries again.
      timer.current = setTimeout(
        () => void api.put(`${PATH}/${encodeURIComponent(about)}`, { text }).catch(() => undefined),
        QUIET_MS,
      )
    }
    const { unsubscribe } = form.watch((_, { type }) => {
      if (type === 'change' || form.formState.isDirty) keep()
    })
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
    }
  }, [api, about, form, base])
  /** Forgets it: it is saved, or it was thrown away. */
  return useCallback(async () => {
    isOver.current = true
    clearTimeout(timer.current)
    writeLocal(api, about, null)
    await api.delete(`${PATH}/${encodeURIComponent(about)}`).catch(() => undefined)
  }, [api, about])
}

export function useForgetKept(about: string): () => Promise<void> {
  const api = useApi()
  return async () => {
    writeLocal(api, about, null)
    await api.delete(`${PATH}/${encodeURIComponent(about)}`).catch(() => undefined)
  }
}

export function useKeptEdit(about: string): KeptEdit | null | undefined {
  return useQuery(keptEditQuery(useApi(), about)).data
}

const keyOf = (api: Api, about: string) => `quittance-edit ${api.organizationId} ${about}`

function readLocal(api: Api, about: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(api, about))
  } catch {
    return null
  }
}

function writeLocal(api: Api, about: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(api, about))
    else sessionStorage.setItem(keyOf(api, about), text)
  } catch {
    // Private windows may refuse it; the server has the text two seconds later.
  }
}
