import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

export function InvoicesPage() {
  const words = useWords('shell')
  return (
    <Page title={words.invoices}>
      <span />
    </Page>
  )
}
