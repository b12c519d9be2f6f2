import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Api, useApi } from '../api/api.ts'
import type { SavedView, ViewedList } from './viewed-list.ts'

const PATH = '/portal/v1/views'
const keyOf = (api: Api) => [api.organizationId, 'views']

export function useSavedViews(list: ViewedList['list']) {
  const api = useApi()
  return useQuery({
    queryKey: keyOf(api),
    queryFn: async ({ signal }) => (await api.get<{ views: readonly SavedView[] }>(PATH, { signal })).views,
    select: (views) => views.filter((view) => view.list === list),
  })
}

type NewView = Pick<SavedView, 'name' | 'isShared' | 'list' | 'query' | 'columns'>

/** Creates a view, or replaces the one of the id. */
export function useSaveView() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: ({ viewId, ...view }: NewView & { readonly viewId?: string | undefined }) =>
      viewId === undefined
        ? api.post<SavedView>(PATH, view)
        : api.put<SavedView>(`${PATH}/${encodeURIComponent(viewId)}`, view),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(api) }),
  })
}

export function useDeleteView() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (viewId: string) => api.delete(`${PATH}/${encodeURIComponent(viewId)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(api) }),
  })
}
