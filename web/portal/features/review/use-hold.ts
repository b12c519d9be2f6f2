import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../api/api.ts'
import { claim, holdQuery, release } from './queries.ts'

/** Holds the payment while it is shown, and gives it up when another one is shown or the page is left. */
export function useHold(id: string, { isOffered }: { readonly isOffered: boolean }) {
  const api = useApi()
  const client = useQueryClient()
  const hold = useQuery({ ...holdQuery(api, id), enabled: isOffered })
  const isOwn = hold.data === 'own'
  useEffect(() => {
    if (!isOwn) return undefined
    const giveUp = () => void release(api, id).catch(() => undefined)
    window.addEventListener('pagehide', giveUp)
    return () => {
      window.removeEventListener('pagehide', giveUp)
      giveUp()
    }
  }, [api, id, isOwn])
  const takeOver = async () => {
    await claim(api, id, { takesOver: true })
    client.setQueryData(holdQuery(api, id).queryKey, 'own')
    await client.invalidateQueries({ queryKey: [api.organizationId, 'reviews', 'claims'] })
  }
  return { hold: hold.data, takeOver }
}
