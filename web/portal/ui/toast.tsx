import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useWords } from '../words/use-words.ts'

const manager = Toast.createToastManager()

type Action = { readonly label: string; readonly onPress: () => void }

/** Confirms an action, and offers to undo it where that is possible. */
export function showToast(text: string, action?: Action): void {
  manager.add({
    // It names the toast for screen readers.
    title: text,
    ...(action && { actionProps: { children: action.label, onClick: action.onPress } }),
  })
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const words = useWords('shell')
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title render={<p />} />
      {toast.actionProps !== undefined && <Toast.Action />}
      <Toast.Close className="close" aria-label={words.close}>
        <X size={16} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}
