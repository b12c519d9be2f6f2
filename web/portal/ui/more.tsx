import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly label: string
  /** How much is shown. */
  readonly children?: ReactNode
}

/** The end of a list of which there is more. */
export function More({ list, label, children }: Props) {
  if (!list.hasNextPage) return null
  return (
    <div className="more">
      <Button kind="plain" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
      {children}
    </div>
  )
}
