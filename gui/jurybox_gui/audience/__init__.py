"""The audience on stage: invite phones, count hands, let two people judge at one keyboard."""
