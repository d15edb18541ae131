"""The evaluation on the Minecraft dialogues."""
