import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { openGate } from '../api/session-gate.ts'
import { sessionQuery } from './session.ts'

const load = () => import('./session-questions.tsx')
const ExpiredDialog = lazy(async () => ({ default: (await load()).ExpiredDialog }))
const ConfirmationDialog = lazy(async () => ({ default: (await load()).ConfirmationDialog }))

/** After the first screen, and before a lost connection or an upgrade could keep the questions from being loaded. */
const LOAD_AFTER_MS = 3_000

/** Asks over the page who is there, when a request was refused for want of it. The page below keeps everything. */
export function SessionDialog() {
  const gate = useSyncExternalStore(openGate.watch, openGate.get)
  const client = useQueryClient()
  const session = client.getQueryData(sessionQuery.queryKey)
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense>
      {gate?.reason === 'confirmation' && <ConfirmationDialog onAnswer={gate.close} session={session} />}
      {gate?.reason === 'expired' && <ExpiredDialog onAnswer={gate.close} session={session} />}
    </Suspense>
  )
}
