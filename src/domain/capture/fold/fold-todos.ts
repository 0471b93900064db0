import type { Gist, Mark, TodoSeen } from '../gist.ts';
import type { CallInput } from '../transcript-entry.ts';
import { BOUND, keepLast } from './bounds.ts';

type TodoInput = Extract<CallInput, { what: 'todos' | 'todo_added' | 'todo_changed' }>;

export function foldTodos(
  gist: Gist,
  input: TodoInput,
  { line, at, todoId }: Mark & { readonly todoId: string | null },
): Gist {
  const turn = gist.counts.requests;
  switch (input.what) {
    case 'todos':
      return { ...gist, todos: input.todos.map((todo): TodoSeen => ({ id: null, ...todo, line, at, turn })) };
    case 'todo_added': {
      const added: TodoSeen = {
        id: todoId === null ? null : todoId.slice(0, 40),
        text: input.text,
        state: 'open',
        line,
        at,
        turn,
      };
      return { ...gist, todos: keepLast([...gist.todos, added], BOUND.todos) };
    }
    case 'todo_changed':
      return {
        ...gist,
        todos: gist.todos
          .filter((todo) => !(todo.id === input.id && input.state === 'gone'))
          .map((todo) =>
            todo.id !== input.id || input.state === 'gone'
              ? todo
              : { ...todo, text: input.text ?? todo.text, state: input.state ?? todo.state, line, at, turn },
          ),
      };
  }
}
