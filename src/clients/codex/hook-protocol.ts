import { contextOutput } from '../shared/json-payload.ts';
import { isOfSubagent, jsonProtocol } from '../shared/json-protocol.ts';
import { EVENTS } from './events.ts';

export const protocol = jsonProtocol({ events: EVENTS, isIgnored: isOfSubagent, render: contextOutput });
