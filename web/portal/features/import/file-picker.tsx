import { Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'

type Props = {
  readonly label: string
  readonly help?: string
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly busyLabel: string
  readonly onFile: (file: File | undefined) => void
  /** A usual button instead of an area to drop a file on. */
  readonly isButton?: boolean
}

/** One file, chosen by mouse or keyboard or dropped. */
export function FilePicker({ label, help, problem, isBusy, busyLabel, onFile, isButton = false }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, ...dropping } = useDropping(onFile)
  const described = [problem !== undefined && `${id}-problem`, help !== undefined && `${id}-help`].filter(Boolean)
  const look = isButton ? buttonClass({ kind: 'plain' }) : 'drop'
  return (
    <div className="file-picker">
      <button
        type="button"
        className={isOver ? `${look} over` : look}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
        disabled={isBusy}
        onClick={() => input.current?.click()}
        {...dropping}
      >
        {isBusy ? <span className="spinner" aria-hidden="true" /> : <Upload size={20} aria-hidden="true" />}
        <span>{isBusy ? busyLabel : label}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      {problem !== undefined && (
        <p className="problem value" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

function useDropping(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer.files[0])
    },
  }
}
