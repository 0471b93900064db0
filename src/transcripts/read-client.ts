import type { TranscriptPiece, TranscriptRequest } from '../app/ports/transcripts.ts';
export const readClient = async (_request: TranscriptRequest): Promise<TranscriptPiece | undefined> => undefined;
