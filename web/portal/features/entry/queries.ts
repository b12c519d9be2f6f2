import { queryOptions, useMutation } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { sessionWasSeen } from '../../api/session-gate.ts'
import type { Role } from '../../session/session.ts'

const send = (path: string, body: unknown) =>
  request<unknown>(`/organizations/v1/${path}`, { method: 'POST', body, isSignIn: true })

export function useAskForReset() {
  return useMutation({ mutationFn: ({ email }: { readonly email: string }) => send('password-resets', { email }) })
}

export function useNewPassword(token: string) {
  return useMutation({
    mutationFn: ({ password }: { readonly password: string }) =>
      send('password-resets/completion', { token, password }),
  })
}

type Invitation = {
  readonly email: string
  readonly organizationId: string
  readonly organizationName: string
  readonly role: Role
  readonly hasPassword: boolean
}

/** The token stays out of the address of the request, and so out of logs. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () =>
      request<Invitation>('/organizations/v1/invitations/details', { method: 'POST', body: { token }, isSignIn: true }),
    retry: false,
  })

export function useAccept(token: string) {
  return useMutation({
    mutationFn: (given: { readonly name?: string; readonly password?: string }) =>
      send('invitations/acceptance', { token, ...given }),
    // The answer has the cookie of the new person's session.
    onSuccess: sessionWasSeen,
  })
}
