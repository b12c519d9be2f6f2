import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useWords } from '../../words/use-words.ts'

export function FailedHome({ onRetry }: { readonly onRetry: () => unknown }) {
  const [words, shell] = [useWords('home'), useWords('shell')]
  return (
    <div role="alert">
      <Empty
        title={words.failed}
        action={
          <Button kind="plain" onClick={() => void onRetry()}>
            {shell.retry}
          </Button>
        }
      >
        {shell.failedText}
      </Empty>
    </div>
  )
}
