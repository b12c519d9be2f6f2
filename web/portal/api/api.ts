import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Received } from './exact-json.ts'
import type { Query } from './query-string.ts'
import { addressOf, type RequestOptions, request } from './request.ts'

type Options = Pick<RequestOptions, 'query' | 'headers' | 'signal' | 'onTag' | 'isKeptAlive'>

/** The service as one organization sees it: every request names the organization, so that two tabs never mix. */
export type Api = {
  readonly organizationId: string
  readonly get: <T>(path: string, options?: Options) => Promise<Received<T>>
  readonly post: <T>(path: string, body?: unknown, options?: Options) => Promise<Received<T>>
  readonly put: <T>(path: string, body?: unknown, options?: Options) => Promise<Received<T>>
  readonly patch: <T>(path: string, body?: unknown, options?: Options) => Promise<Received<T>>
  readonly delete: <T>(path: string, options?: Options) => Promise<Received<T>>
  /** The address of a file or frame, such as a PDF or a CSV. */
  readonly link: (path: string, query?: Query) => string
}

export function apiFor(organizationId: string): Api {
  const send = <T>(path: string, { query, ...options }: RequestOptions = {}) =>
    request<T>(path, { ...options, query: { ...query, organizationId } })
  return {
    organizationId,
    get: (path, options) => send(path, options),
    post: (path, body, options) => send(path, { ...options, method: 'POST', body }),
    put: (path, body, options) => send(path, { ...options, method: 'PUT', body }),
    patch: (path, body, options) => send(path, { ...options, method: 'PATCH', body }),
    delete: (path, options) => send(path, { ...options, method: 'DELETE' }),
    link: (path, query = {}) => addressOf(path, { ...query, organizationId }),
  }
}

/** The service as the organization of the page's address sees it. */
export function useApi(): Api {
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return useMemo(() => apiFor(organizationId), [organizationId])
}
