import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { sessionQuery } from '../../session/session.ts'

const PATH = '/organizations/v1'

export type ListedSession = {
  readonly sessionId: string
  readonly device: string
  readonly network: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly isCurrent: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request<{ readonly sessions: readonly ListedSession[] }>(`${PATH}/sessions`, { signal }),
})

/** Asks for who is signed in again, since every change here is seen there. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
}

export function useSaveName() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: { readonly name: string }) => request<unknown>(`${PATH}/profile`, { method: 'PATCH', body }),
    onSuccess,
  })
}

export function useChangePassword() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: { readonly currentPassword: string; readonly newPassword: string }) =>
      request<unknown>(`${PATH}/profile/password`, { method: 'POST', body }),
    onSuccess,
  })
}

export function useStartCodes() {
  return useMutation({
    mutationFn: () =>
      request<{ readonly secret: string; readonly uri: string }>(`${PATH}/profile/codes`, { method: 'POST', body: {} }),
  })
}

export function useConfirmCodes() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: { readonly code: string }) =>
      request<{ readonly recoveryCodes: readonly string[] }>(`${PATH}/profile/codes/confirmation`, {
        method: 'POST',
        body,
      }),
    onSuccess,
  })
}

export function useTurnOffCodes() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: () => request<unknown>(`${PATH}/profile/codes`, { method: 'DELETE' }),
    onSuccess,
  })
}

export function useEndSession() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (sessionId: string) =>
      request<unknown>(`${PATH}/sessions/${encodeURIComponent(sessionId)}`, { method: 'DELETE' }),
    onSuccess,
  })
}

export function useEndAllSessions() {
  return useMutation({ mutationFn: () => request<unknown>(`${PATH}/sessions`, { method: 'DELETE' }) })
}
