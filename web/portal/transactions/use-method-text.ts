import { useWords } from '../words/use-words.ts'

type Paid = { readonly method?: string | undefined; readonly lastFour?: string | undefined }

/** How it was paid, with the last digits: Visa •••• 4242. A scheme or a processor's own name of a method stays as it is. */
export function useMethodText(): (paid: Paid) => string {
  const methods: Readonly<Record<string, string>> = useWords('detail').methods
  return ({ method, lastFour }) => {
    const name = method === undefined ? undefined : (methods[method] ?? method)
    return [name, lastFour === undefined ? undefined : `•••• ${lastFour}`]
      .filter((part) => part !== undefined)
      .join(' ')
  }
}
