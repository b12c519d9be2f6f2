import { useEffect, useState } from 'react'

const QUIET_MS = 120

/** The text after a moment without typing, so that the service is not asked for every letter. */
export function useDebounced(text: string, quietMs = QUIET_MS): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text, quietMs])
  return quiet
}
