import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useEditor } from '../use-editor.ts'
import type { QuietOptions } from './use-quiet-save.ts'

const QUIET_MS = 60_000

type Options = {
  readonly saveQuietly: (options?: QuietOptions) => Promise<unknown>
  /** Whether the page is left because everything is saved or thrown away. */
  readonly isSaved: () => boolean
}

/** A draft is stored after a minute without typing, and when its page is left. Other invoices change only by a button. */
export function useDraftSaving({ saveQuietly, isSaved }: Options): void {
  const { form, status } = useEditor()
  const isDraft = status === 'DRAFT'
  const store = useEffectEvent((options: QuietOptions) => {
    if (!isSaved()) void saveQuietly(options)
  })
  useEffect(() => {
    if (!isDraft) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => store({ isLeaving: true })
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => store({}), QUIET_MS)
    })
    addEventListener('pagehide', leave)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [form, isDraft])
  useBlocker({
    disabled: !isDraft,
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      if (!isSaved()) await saveQuietly()
      return false
    },
  })
}
