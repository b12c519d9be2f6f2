import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Api, useApi } from '../../api/api.ts'
import { type Role, sessionQuery } from '../../session/session.ts'

const USERS = '/organizations/v1/users'

export type User = {
  readonly personId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly status: 'INVITED' | 'ACTIVE' | 'DISABLED'
  readonly hasCodes: boolean
  readonly lastSeenAt: string | null
  readonly invitationExpiresAt: string | null
}

export const usersQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'users'],
    queryFn: ({ signal }) => api.get<{ readonly users: readonly User[] }>(USERS, { signal }),
  })

export const rulesQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.organizationId, 'sign-in-rules'],
    queryFn: ({ signal }) =>
      api.get<{ readonly requiresCodes: boolean }>('/organizations/v1/sign-in-rules', { signal }),
  })

type NewUser = { readonly email: string; readonly name?: string; readonly role: Role }
export type UserChange =
  | {
      readonly kind: 'change'
      readonly personId: string
      readonly role?: Role
      readonly status?: 'ACTIVE' | 'DISABLED'
    }
  | { readonly kind: 'remove'; readonly personId: string }
  | { readonly kind: 'resend'; readonly personId: string }
  | { readonly kind: 'rules'; readonly requiresCodes: boolean }

/** The link is there only if no mail server is configured. */
export type Invited = { readonly link?: string }

export function useInvite() {
  const api = useApi()
  const onSettled = useRefresh(api)
  return useMutation({
    mutationFn: (user: NewUser) => api.post<Invited>('/organizations/v1/invitations', user),
    onSettled,
  })
}

export function useUserChange() {
  const api = useApi()
  const onSettled = useRefresh(api)
  return useMutation({ mutationFn: (change: UserChange) => sendChange(api, change), onSettled })
}

function sendChange(api: Api, change: UserChange): Promise<Invited | undefined> {
  switch (change.kind) {
    case 'change': {
      const { kind: _kind, personId, ...body } = change
      return api.patch(`${USERS}/${personId}`, body)
    }
    case 'remove':
      return api.delete(`${USERS}/${change.personId}`)
    case 'resend':
      return api.post<Invited>(`/organizations/v1/invitations/${change.personId}/resend`, {})
    case 'rules':
      return api.put('/organizations/v1/sign-in-rules', { requiresCodes: change.requiresCodes })
  }
}

/** One's own role may be among what changed. */
function useRefresh(api: Api) {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: [api.organizationId] })
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
}
