import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

type Props = {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly shown: number
  readonly total: number
}

/** The end of a list of which there is more: how much is shown, and the next page. */
export function More({ list, shown, total }: Props) {
  const words = useWords('administration')
  const format = useFormat()
  if (!list.hasNextPage) return null
  return (
    <div className="more">
      <Button kind="plain" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {words.more}
      </Button>
      <p className="quiet small">{words.shownOf({ shown: format.count(shown), total: format.count(total) })}</p>
    </div>
  )
}
