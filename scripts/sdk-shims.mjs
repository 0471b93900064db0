// In place of the SDK's own: it would bring a JSON Schema validator (150 KB) for elicitation, which this server never does.
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('this server asks its clients nothing, so there is nothing to validate');
  }
}
