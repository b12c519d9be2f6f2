import { ListSearch } from '../../ui/list-search.tsx'
import { useWords } from '../../words/use-words.ts'

type Props = { readonly search: string | undefined; readonly onSearch: (search: string | undefined) => void }

export function SearchField(props: Props) {
  const words = useWords('invoices')
  return <ListSearch label={words.search} placeholder={words.searchHint} {...props} />
}
