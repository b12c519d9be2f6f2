import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** A part of a page that could not be loaded: what, and a way to try again. */
export function Failed({ title, onRetry }: { readonly title: string; readonly onRetry: () => unknown }) {
  const shell = useWords('shell')
  return (
    <div role="alert">
      <Empty
        title={title}
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
