import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

export function HomePage() {
  const words = useWords('shell')
  return (
    <Page title={words.home}>
      <span />
    </Page>
  )
}
