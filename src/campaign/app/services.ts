import { later, type ServiceBuilders } from '../../app/services.ts';

declare module '../../app/services.ts' {
  interface FeatureServices extends CampaignServices {}
}

const ofCampaigns = later(() => import('./use-cases.ts'));

export function campaignServices({ reading, asking, binding, writing, writingIf }: ServiceBuilders) {
  return {
    startClaudmasterSession: binding(ofCampaigns((campaigns) => campaigns.startClaudmasterSession)),
    endClaudmasterSession: binding(ofCampaigns((campaigns) => campaigns.endClaudmasterSession)),
    playerAction: binding(ofCampaigns((campaigns) => campaigns.playerAction)),
    getCampaign: reading(ofCampaigns((campaigns) => campaigns.getCampaign)),
    listCampaigns: asking(ofCampaigns((campaigns) => campaigns.listCampaigns)),
    saveCampaign: writing(ofCampaigns((campaigns) => campaigns.saveCampaign)),
    saveEntity: writing(ofCampaigns((campaigns) => campaigns.saveEntity)),
    updateGameState: writing(ofCampaigns((campaigns) => campaigns.updateGameState)),
    addEvent: writing(ofCampaigns((campaigns) => campaigns.addEvent)),
    getEvents: reading(ofCampaigns((campaigns) => campaigns.getEvents)),
    readEvent: reading(ofCampaigns((campaigns) => campaigns.readEvent)),
    recapSession: reading(ofCampaigns((campaigns) => campaigns.recapSession)),
    summarizeSession: binding(ofCampaigns((campaigns) => campaigns.summarizeSession)),
    rewindSession: writing(ofCampaigns((campaigns) => campaigns.rewindSession)),
    rollDice: writingIf(
      ofCampaigns((campaigns) => campaigns.rollDice),
      (input) => input.session_id !== undefined,
    ),
    exportCampaign: reading(ofCampaigns((campaigns) => campaigns.exportCampaign)),
    importCampaign: writing(ofCampaigns((campaigns) => campaigns.importCampaign)),
  };
}

type CampaignServices = ReturnType<typeof campaignServices>;
