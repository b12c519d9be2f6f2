import type { ComponentProps } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { More } from '../../ui/more.tsx'
import { useWords } from '../../words/use-words.ts'

type Props = Pick<ComponentProps<typeof More>, 'list'> & { readonly shown: number; readonly total: number }

/** The end of a list that says how much of it is shown. */
export function MoreShown({ list, shown, total }: Props) {
  const words = useWords('administration')
  const format = useFormat()
  return (
    <More list={list} label={words.more}>
      <p className="quiet small">{words.shownOf({ shown: format.count(shown), total: format.count(total) })}</p>
    </More>
  )
}
