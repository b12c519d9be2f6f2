import { useRouterState } from '@tanstack/react-router'

/** Whether the reader came here by a link of the portal. The first page leaves the focus where the browser puts it. */
export function useHasNavigated(): boolean {
  return useRouterState({ select: ({ resolvedLocation }) => Number(resolvedLocation?.state.__TSR_index ?? 0) > 0 })
}
