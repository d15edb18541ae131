"""Language models as parts: they read, build, choose questions and answer; their output is validated."""

from cq.llm.architect import ModelArchitect
from cq.llm.asker import ModelAsker
from cq.llm.builder import ModelBuilder
from cq.llm.chat import Chat, chat
from cq.llm.reader import ModelReader

__all__ = ["Chat", "ModelArchitect", "ModelAsker", "ModelBuilder", "ModelReader", "chat"]
