import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

export function ProfilePage() {
  const words = useWords('shell')
  return (
    <Page title={words.profile}>
      <span />
    </Page>
  )
}
