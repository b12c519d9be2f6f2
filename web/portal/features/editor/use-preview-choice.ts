import { useState } from 'react'

const KEY = 'quittance-preview'

/** Whether the preview is shown, as this browser remembers it, and which side a phone shows. */
export function usePreviewChoice() {
  const [isOff, setOff] = useState(() => read() === 'off')
  const [shown, show] = useState<'write' | 'preview'>('write')
  const choose = (off: boolean) => {
    setOff(off)
    show('write')
    try {
      localStorage.setItem(KEY, off ? 'off' : 'on')
    } catch {
      // It is asked again next time.
    }
  }
  return { isOff, shown, show, turnOff: () => choose(true), turnOn: () => choose(false) }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
