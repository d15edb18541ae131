"""The Minecraft Dialogue Corpus (Narayan-Chen et al. 2019) and its discourse annotation."""
