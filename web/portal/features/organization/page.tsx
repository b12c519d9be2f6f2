import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

export function UsersPage() {
  const words = useWords('shell')
  return (
    <Page title={words.organization}>
      <span />
    </Page>
  )
}
